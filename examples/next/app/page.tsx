import { Ask } from "./ask";

export default function Page() {
  return <Ask />;
}
