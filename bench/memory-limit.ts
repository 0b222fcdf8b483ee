import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file names of a control group in both versions of the kernel's interface. */
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
  /** The command prefix that starts a process inside the group, so that V8 adapts to the limit from the beginning. */
  through: readonly string[]
  /** Megabytes of anonymous memory, which only a swap could take. */
  anonymousMb(): number
  /** The peak memory in megabytes, including the kernel's cache of the group's files. */
  mostMb(): number
  /** The number of processes that the kernel has killed for lack of memory. */
  killed(): number
}

/** Creates a control group with this much memory and no swap. Requires Linux and root. */
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

/** Stands in for a control group: no limit, and no figures. */
export const noLimit = (): MemoryLimit => ({
  through: [],
  anonymousMb: () => 0,
  mostMb: () => 0,
  killed: () => 0,
  [Symbol.dispose]: () => undefined,
})

/**
 * Whether the kernel limits memory below this group: an existing group has the file of the limit, which version 2 gives
 * only to groups below the root.
 */
function hasMemoryController(parent: string, limit: string) {
  if (existsSync(join(parent, limit))) return true
  const controllers = join(parent, 'cgroup.subtree_control')
  return existsSync(controllers) && readFileSync(controllers, 'utf8').split(/\s/).includes('memory')
}
