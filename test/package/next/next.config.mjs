export default {
  output: "export",
  basePath: "/sub/path",
  trailingSlash: true,
  reactStrictMode: true,
};
