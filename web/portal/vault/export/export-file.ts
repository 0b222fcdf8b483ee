/**
 * The file format for the stand-alone reader (web/portal/vault/reader): secrets as they are stored, which only the
 * passphrase opens, and the rest as everybody sees it who sees the entry.
 */
export type Export = { exportedAt: string; exportedFrom: string; entries: readonly ExportedEntry[] }

export type ExportedEntry = {
  id: string
  title: string
  website_url: string | null
  username: string | null
  tags: readonly string[]
  updated_at: string
  encrypted_password: string
  encrypted_notes: string | null
  encrypted_two_step_key: string | null
}

const FORMAT = 'mainstreet vault export'
const VERSION = 1

export function writeExport({ exportedAt, exportedFrom, entries }: Export): string {
  const written = entries.map((entry) => ({
    id: entry.id,
    title: entry.title,
    website_url: entry.website_url,
    username: entry.username,
    tags: entry.tags,
    updated_at: entry.updated_at,
    encrypted_password: entry.encrypted_password,
    encrypted_notes: entry.encrypted_notes,
    encrypted_two_step_key: entry.encrypted_two_step_key,
  }))
  const file = {
    format: FORMAT,
    version: VERSION,
    exported_at: exportedAt,
    exported_from: exportedFrom,
    entries: written,
  }
  return `${JSON.stringify(file, null, 1)}\n`
}

/** Reads an export. Payloads are checked when they are opened: a damaged one affects one entry. */
export function readExport(text: string): Export {
  const file = parsed(text)
  if (!isObject(file) || file.format !== FORMAT) throw new Error('This file is not an export of the vault.')
  if (file.version !== VERSION)
    throw new Error('This export is of a later version: it needs the reader that came with it.')
  if (!Array.isArray(file.entries)) throw new Error('This export is damaged: it has no entries.')
  return {
    exportedAt: textOf(file.exported_at),
    exportedFrom: textOf(file.exported_from),
    entries: file.entries.filter(isObject).map((entry) => ({
      id: textOf(entry.id),
      title: textOf(entry.title),
      website_url: textOf(entry.website_url) || null,
      username: textOf(entry.username) || null,
      tags: Array.isArray(entry.tags) ? entry.tags.map(textOf) : [],
      updated_at: textOf(entry.updated_at),
      encrypted_password: textOf(entry.encrypted_password),
      encrypted_notes: textOf(entry.encrypted_notes) || null,
      encrypted_two_step_key: textOf(entry.encrypted_two_step_key) || null,
    })),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
