import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// JavaScript, so that a thread has what Node keeps compiled before it meets any TypeScript: what takes types away is 12 MB.
if (workerData.compileCache) enableCompileCache(workerData.compileCache)
await import('./main.ts')
