export const BUCKET = 'client-update-files'

export interface Chosen {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The least a picture can be: one grey dot. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNgAAAAAgAB7lyUWAAAAABJRU5ErkJggg==',
  'base64',
)

export const picture = (name = 'photo.png'): Chosen => ({ name, mimeType: 'image/png', buffer: png })

export const table = (name = 'sales.csv', text = 'day,loaves\nMonday,40\n'): Chosen => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})
