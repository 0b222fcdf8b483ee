import { isUuid } from '../../lib/is-uuid.ts'

const kinds = ['clients', 'projects', 'enquiries'] as const

/** A client, a project or an enquiry, and the path of its screen. */
export type LinkedRecord = { kind: (typeof kinds)[number]; id: string; to: string }

/** The client, project or enquiry at an address of this portal; undefined for any other address. */
export function linkedRecordAt(address: string, origin: string): LinkedRecord | undefined {
  const url = URL.parse(address)
  if (url?.origin !== origin) return undefined
  const kind = kinds.find((one) => url.pathname.startsWith(`/dashboard/${one}/`))
  const id = url.pathname.slice(`/dashboard/${kind}/`.length).toLowerCase()
  if (!kind || !isUuid(id)) return undefined
  return { kind, id, to: url.pathname + url.search + url.hash }
}
