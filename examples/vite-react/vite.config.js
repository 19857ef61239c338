import { defineConfig } from "vite";

// Workers are modules, and a page may be served below any path.
export default defineConfig({ base: "./", build: { target: "es2022" } });
