// The types of `pagehound/widget`, with `<page-hound>` in JSX (React 19) and in templates of Vue (3.3 and newer).
// A project has one of the two or neither, and what it has not is ignored below. Vue's compiler has to be told
// that it is no component: `isCustomElement: (tag) => tag === "page-hound"`.

// @ts-ignore: there may be no React.
import type { DetailedHTMLProps, HTMLAttributes } from "react";
// @ts-ignore: there may be no Vue.
import type { EmitFn, PublicProps, HTMLAttributes as VueAttributes } from "vue";
import type {
  PageHoundAddedEvent,
  PageHoundAnswerEvent,
  PageHoundElement,
  PageHoundErrorEvent,
  PageHoundEventMap,
  PageHoundOpenEvent,
  PageHoundReadyEvent,
  PageHoundToggleEvent,
} from "../dist/types/entries/widget.js";

// biome-ignore lint/performance/noReExportAll: it is the same entry, with types of frameworks added.
export * from "../dist/types/entries/widget.js";

type Properties = Pick<
  PageHoundElement,
  | "address"
  | "addToolServers"
  | "allowedOrigins"
  | "apis"
  | "assets"
  | "collection"
  | "confirm"
  | "engines"
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

/** What `<page-hound>` is in a template of Vue: its properties, what every element takes, and its events. */
export type PageHoundComponent = new () => PageHoundElement & {
  /** Read by Vue's type checker only. */
  $props: VueAttributes & {
    [Name in keyof Properties]?: Properties[Name] | undefined;
  } & PublicProps;
  /** Read by Vue's type checker only. */
  $emit: EmitFn<{ [Name in keyof PageHoundEventMap]: (event: PageHoundEventMap[Name]) => void }>;
};

// @ts-ignore: there may be no React.
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "page-hound": PageHoundProps;
    }
  }
}

// @ts-ignore: there may be no Vue.
declare module "vue" {
  interface GlobalComponents {
    "page-hound": PageHoundComponent;
  }
}
