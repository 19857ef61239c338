/** Whether a call succeeds within so many milliseconds; one that fails, or is late, does not. */
export async function succeedsWithin(
  call: Promise<unknown>,
  milliseconds: number,
): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const done = call.then(
    () => true,
    () => false,
  );
  const succeeded = await Promise.race([done, late]);
  clearTimeout(timer);
  return succeeded;
}
