/** Test beds for packages that bring a feature to the engine. */

export { startEngine } from '../assembly/start-engine.ts'
export { createTestBed } from '../auth/testing/test-bed.ts'
export { functionsBed } from '../functions/testing/functions-bed.ts'
export { openFiles } from '../storage/files/open-file-store.ts'
export { s3Key, startS3Server } from '../storage/testing/s3-server.ts'
export { freshDatabase } from '../testing/fresh-database.ts'
export { projectWithMigrations } from '../testing/project-with-migrations.ts'
export { startRedis } from '../testing/start-redis.ts'
export { loadKeys } from '../tokens/key-file.ts'
export { createTokens } from '../tokens/tokens.ts'
export { upgradeDatabase } from '../upgrade/upgrade.ts'
