import { createReadStream } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";
import type { AssetFate } from "./asset-fate.js";

/**
 * Serves the assets of PDFs in folders that fare badly, until they are told to fare otherwise.
 *
 * @param folders where `cmaps`, `standard_fonts` and the others are
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
        // Kept by the browser like any page: a wrong answer is not to outlast its cause.
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
