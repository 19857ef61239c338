import { App, Rendered } from "../elements";

export default function Page() {
  return (
    <>
      <App />
      <Rendered />
    </>
  );
}
