/** @type {import("next").NextConfig} */
const config = {
  // A folder of static files, which is all that is needed.
  output: "export",
  // Where the site is served from, if it is not the root: `NEXT_BASE_PATH=/sub npm run build`.
  basePath: process.env.NEXT_BASE_PATH ?? "",
};

export default config;
