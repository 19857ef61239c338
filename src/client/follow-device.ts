/** Milliseconds that a page has to be hidden before it reads with a single parse worker. */
export const hiddenMilliseconds = 60_000;

/** What `navigator.getBattery` of Chromium resolves to. */
interface Battery extends EventTarget {
  readonly charging: boolean;
}

/**
 * Calls `changed` with the number of parse workers that suits the device from now on, whenever it
 * changes: the usual one, half of it while the device runs on its battery, and one while the page
 * has been hidden for a while. Stops once `signal` aborts.
 */
export function followDevice(
  usual: number,
  changed: (count: number) => Promise<void>,
  signal: AbortSignal,
): void {
  // One cannot be lowered.
  if (usual === 1 || signal.aborted) return;
  let [count, isHidden, onBattery] = [usual, false, false];
  const take = (): void => {
    const before = count;
    count = isHidden ? 1 : onBattery ? Math.max(1, Math.floor(usual / 2)) : usual;
    // It only fails with the collection's worker; the next one takes the number.
    if (count !== before) void changed(count).catch(() => {});
  };

  let hiding: ReturnType<typeof setTimeout> | undefined;
  const followPage = (): void => {
    clearTimeout(hiding);
    if (document.visibilityState === "hidden") {
      hiding = setTimeout(() => {
        isHidden = true;
        take();
      }, hiddenMilliseconds);
    } else {
      isHidden = false;
      take();
    }
  };
  document.addEventListener("visibilitychange", followPage, { signal });
  signal.addEventListener("abort", () => clearTimeout(hiding), { once: true });
  followPage();

  void batteryOfDevice().then((battery) => {
    if (!battery || signal.aborted) return;
    const followBattery = (): void => {
      onBattery = !battery.charging;
      take();
    };
    battery.addEventListener("chargingchange", followBattery, { signal });
    followBattery();
  });
}

/** Null where the browser does not report it, or the page's permissions policy forbids it. */
async function batteryOfDevice(): Promise<Battery | null> {
  const { getBattery } = navigator as { getBattery?: () => Promise<Battery> };
  try {
    return (await getBattery?.call(navigator)) ?? null;
  } catch {
    return null;
  }
}
