import { enableCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'

// Plain JavaScript, so that Node's compile cache is enabled before any TypeScript is loaded: the type stripper takes 12
// MB.
if (workerData.compileCache) enableCompileCache(workerData.compileCache)
if (workerData.certificates) {
  const { trustExtraCertificates } = await import('../../kernel/extra-certificates.ts')
  trustExtraCertificates(workerData.certificates)
}
await import('./main.ts')
