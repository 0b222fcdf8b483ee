/**
 * Returns a function of the C library by its signature. Undefined where the library has no such function, or where the
 * optional package `koffi` is not installed.
 */
export async function findCFunction(
  signature: string,
): Promise<((...args: readonly unknown[]) => unknown) | undefined> {
  try {
    const { default: koffi } = await import('koffi')
    return koffi.load(null).func(signature)
  } catch {
    return undefined
  }
}
