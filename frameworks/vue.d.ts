// Types of `<page-hound>` in templates of Vue 3.3 and newer:
// `import type {} from "pagehound/widget/vue";` in one file of the project is enough. Vue's compiler has
// to be told that it is no component: `isCustomElement: (tag) => tag === "page-hound"`.

import type { PageHoundElement, PageHoundEventMap } from "pagehound/widget";
import type { EmitFn, HTMLAttributes, PublicProps } from "vue";

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

/** What `<page-hound>` is in a template: its properties, what every element takes, and its events. */
export type PageHoundComponent = new () => PageHoundElement & {
  /** Read by Vue's type checker only. */
  $props: HTMLAttributes & {
    [Name in keyof Properties]?: Properties[Name] | undefined;
  } & PublicProps;
  /** Read by Vue's type checker only. */
  $emit: EmitFn<{ [Name in keyof PageHoundEventMap]: (event: PageHoundEventMap[Name]) => void }>;
};

declare module "vue" {
  interface GlobalComponents {
    "page-hound": PageHoundComponent;
  }
}
