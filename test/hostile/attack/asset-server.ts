import { createReadStream } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import type { AssetFate } from "./asset-fate.js";

/**
 * Serves the assets for PDFs in folders that fail until their fate is changed.
 *
 * @param folders the locations of `cmaps`, `standard_fonts` and the others
 */
export function assetServer(folders: Readonly<Record<string, string>>): Plugin {
  const fates = new Map<string, AssetFate>();
  return {
    name: "pagehound:attacked-assets",
    configureServer: ({ middlewares }) => {
      middlewares.use("/attacked-assets/", (request, response, next) => {
        const [address = "", query = ""] = (request.url ?? "").split("?");
        const [, name = "", folder = "", file = ""] = address.split("/");
        if (folder === "fate") {
          fates.set(name, query as AssetFate);
          return response.end();
        }
        const fate = fates.get(name) ?? "absent";
        if (fate === "cut") return request.socket.destroy();
        // Browsers cache it like any page: a wrong response must not outlast its cause.
        response.setHeader("cache-control", "max-age=3600");
        if (fate === "page") {
          response.setHeader("content-type", "text/html");
          return response.end("<!doctype html><title>Everything is here</title>");
        }
        const root = folders[folder];
        response.statusCode = fate === "failing" ? 503 : 404;
        if (fate !== "there" || !root) return response.end();
        response.statusCode = 200;
        const type = file.endsWith(".js") ? "text/javascript" : "application/octet-stream";
        response.setHeader("content-type", type);
        createReadStream(path.join(root, path.basename(file)))
          .on("error", next)
          .pipe(response);
      });
    },
  };
}
