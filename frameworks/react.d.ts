// Types of `<page-hound>` in JSX, for React 19 and newer:
// `import type {} from "pagehound/widget/react";` in one file of the project is enough.

import type {
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundElement,
  PageHoundErrorEvent,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "pagehound/widget";
import type { DetailedHTMLProps, HTMLAttributes } from "react";

type Properties = Pick<
  PageHoundElement,
  | "addToolServers"
  | "allowedOrigins"
  | "apis"
  | "assets"
  | "collection"
  | "confirm"
  | "hound"
  | "httpApis"
  | "keys"
  | "mode"
  | "model"
  | "modelHosts"
  | "models"
  | "ocr"
  | "open"
  | "pageTools"
  | "published"
  | "samples"
  | "signIn"
  | "strings"
  | "suggestions"
  | "theme"
  | "toolServers"
  | "tools"
  | "view"
  | "webMcp"
  | "without"
>;

/** What `<page-hound>` takes in JSX: its properties, what every element takes, and its events. */
export type PageHoundProps = DetailedHTMLProps<
  HTMLAttributes<PageHoundElement>,
  PageHoundElement
> & {
  [Name in keyof Properties]?: Properties[Name] | undefined;
} & {
  "add-tool-servers"?: boolean | "" | undefined;
  "allowed-origins"?: string | undefined;
  "model-hosts"?: string | undefined;
  "sign-in"?: string | undefined;
  "tool-servers"?: string | undefined;
  "page-tools"?: boolean | "" | undefined;
  "web-mcp"?: boolean | "" | undefined;
  "onpagehound-ready"?: ((event: PageHoundReadyEvent) => void) | undefined;
  "onpagehound-added"?: ((event: PageHoundAddedEvent) => void) | undefined;
  "onpagehound-open"?: ((event: PageHoundOpenEvent) => void) | undefined;
  "onpagehound-answer"?: ((event: PageHoundAnswerEvent) => void) | undefined;
  "onpagehound-error"?: ((event: PageHoundErrorEvent) => void) | undefined;
  "onpagehound-toggle"?: ((event: PageHoundToggleEvent) => void) | undefined;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "page-hound": PageHoundProps;
    }
  }
}
