const number = new Intl.NumberFormat('en')
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Formats a size for people: 12.3 MB. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const shown = bytes / 1000 ** step
  return `${number.format(step === 0 ? shown : Number(shown.toPrecision(3)))} ${UNITS[step]}`
}

export const count = (many: number, one: string) => `${number.format(many)} ${one}${many === 1 ? '' : 's'}`
