import { z } from 'zod'
import type { IcebergType } from './schema.ts'

const dates = ['date', 'timestamp', 'timestamptz']
const sized = [
  'int',
  'long',
  'decimal',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'string',
  'uuid',
  'fixed',
  'binary',
]

/** What a value is made into before rows are parted or sorted by it, and of which types that can be done. */
const transforms: readonly { name: RegExp; takes: (kind: string) => boolean }[] = [
  { name: /^(identity|void)$/, takes: () => true },
  { name: /^(year|month|day)$/, takes: (kind) => dates.includes(kind) },
  { name: /^hour$/, takes: (kind) => kind === 'timestamp' || kind === 'timestamptz' },
  { name: /^bucket\[[1-9]\d*\]$/, takes: (kind) => sized.includes(kind) },
  {
    name: /^truncate\[[1-9]\d*\]$/,
    takes: (kind) => ['int', 'long', 'decimal', 'string', 'binary'].includes(kind),
  },
]

export const transform = z
  .string()
  .refine((text) => transforms.some(({ name }) => name.test(text)), 'is no transform of format version 2')

export function canTransform(text: string, type: IcebergType): boolean {
  if (typeof type !== 'string') return false
  const kind = type.replace(/[([].*/, '')
  return transforms.some(({ name, takes }) => name.test(text) && takes(kind))
}
