import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a control group's files are called in both versions of the kernel's interface. */
const versions = [
  {
    parent: '/sys/fs/cgroup',
    limits: ['memory.max', 'memory.swap.max'],
    swap: 'none',
    most: 'memory.peak',
    anonymous: /^anon (\d+)/m,
    killed: { file: 'memory.events', count: /^oom_kill (\d+)/m },
  },
  {
    parent: '/sys/fs/cgroup/memory',
    limits: ['memory.limit_in_bytes', 'memory.memsw.limit_in_bytes'],
    swap: 'counted',
    most: 'memory.max_usage_in_bytes',
    anonymous: /^rss (\d+)/m,
    killed: { file: 'memory.oom_control', count: /^oom_kill (\d+)/m },
  },
] as const

export interface MemoryLimit extends Disposable {
  /** Runs the command that comes behind it, with no more than that from its beginning, by which V8 sets itself up. */
  through: readonly string[]
  /** Megabytes that could only go to a swap. */
  anonymousMb(): number
  /** Megabytes at most so far, with what files the kernel keeps in memory for it. */
  mostMb(): number
  /** How many processes the kernel has ended for it. */
  killed(): number
}

/** A control group with this much memory and no swap. It takes Linux and root. */
export function memoryLimit(megabytes: number): MemoryLimit {
  const version = versions.find(({ parent, limits }) => hasMemoryController(parent, limits[0]))
  if (!version) throw new Error('Limiting memory takes Linux with control groups for memory.')
  const group = join(version.parent, `mainstreet-${process.pid}`)
  mkdirSync(group)
  const read = (file: string) => readFileSync(join(group, file), 'utf8')
  const write = (file: string, value: number) => writeFileSync(join(group, file), String(value))
  const bytes = megabytes * 2 ** 20
  write(version.limits[0], bytes)
  write(version.limits[1], version.swap === 'counted' ? bytes : 0)
  return {
    through: ['sh', '-c', `echo $$ > ${join(group, 'cgroup.procs')} && exec "$@"`, 'sh'],
    anonymousMb: () => Number(version.anonymous.exec(read('memory.stat'))?.[1]) / 2 ** 20,
    mostMb: () => Number(read(version.most)) / 2 ** 20,
    killed: () => Number(version.killed.count.exec(read(version.killed.file))?.[1]),
    [Symbol.dispose]: () => rmdirSync(group),
  }
}

/** No limit, and no figures. */
export const noLimit = (): MemoryLimit => ({
  through: [],
  anonymousMb: () => 0,
  mostMb: () => 0,
  killed: () => 0,
  [Symbol.dispose]: () => undefined,
})

/** The limit of a group that exists says so; version 2 gives it to groups below the root alone. */
function hasMemoryController(parent: string, limit: string) {
  if (existsSync(join(parent, limit))) return true
  const controllers = join(parent, 'cgroup.subtree_control')
  return existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s/).includes('memory')
}
