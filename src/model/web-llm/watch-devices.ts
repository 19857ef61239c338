/**
 * Tells of every graphics device of this thread that is lost. web-llm asks for its device itself and
 * only logs the loss; a request that runs may then wait for ever. It destroys the device itself when
 * memory runs out, so any loss counts.
 */
export function watchDevices(onLost: () => void): void {
  if (typeof GPUAdapter === "undefined") return;
  const requestDevice = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...parameters) {
    const device = await requestDevice.apply(this, parameters);
    void device.lost.then(onLost);
    return device;
  };
}
