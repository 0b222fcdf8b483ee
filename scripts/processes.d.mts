import type { ChildProcess } from 'node:child_process'

type Options = { env?: Record<string, string>; output?: 'inherit' | 'pipe' | 'ignore'; through?: readonly string[] }

export function startNode(args: readonly string[], options?: Options): ChildProcess
export function startServer(args: readonly string[], options?: Options): ChildProcess
