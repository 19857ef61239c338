/** Software adapters: Chromium's, Mesa's and Windows'. */
const names = /swiftshader|llvmpipe|lavapipe|basic render|warp|software/i;

/** True if a graphics adapter computes on the processor. */
export function isSoftwareAdapter(adapter: GPUAdapter): boolean {
  // Browsers of 2024 have no `info`.
  const info: Partial<GPUAdapterInfo> = adapter.info ?? {};
  const { architecture = "", description = "", isFallbackAdapter = false } = info;
  return isFallbackAdapter || names.test(`${architecture} ${description}`);
}
