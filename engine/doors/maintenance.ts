/**
 * Maintenance of an installation: backups and the places that keep them, moving and upgrading it, its keys, and
 * examining its state. A server makes its backups through this door too, so large modules are imported by the functions
 * that need them.
 */

export { enterLowMemoryMode } from '../assembly/low-memory-mode.ts'
export { installationOf, isOwnArchive, madeAt } from '../backup/archive-name.ts'
export { BadArchive, WrongPassphrase } from '../backup/bad-archive.ts'
export { ARCHIVES, type BackupPlace } from '../backup/places/backup-place.ts'
export { folderPlace } from '../backup/places/folder-place.ts'
export { openPlace } from '../backup/places/open-place.ts'
export { defaultRetention, expiredArchives } from '../backup/retention.ts'
export { DatabaseUnreachable } from '../database/database.ts'
export { comparableDefinition } from '../inspection/comparable-definition.ts'
export type { Examination } from '../inspection/examine-database.ts'
export { writeAtomically } from '../kernel/atomic-file.ts'
export { writeProbe } from '../kernel/write-probe.ts'
export { type ApiKeyRows, type NamedKey, namedKey } from '../tokens/api-key-rows.ts'
export type { UpgradeResult } from '../upgrade/upgrade.ts'

type OpenArchive = typeof import('../backup/open-archive.ts').archiveOpener
type BackUp = typeof import('../backup/create-backup.ts').backUp
type CreateMailer = typeof import('../mail/mailer.ts').createMailer
type ExaminationOf = typeof import('../inspection/examine-installation.ts').examineInstallation
type FreshObjects = typeof import('../inspection/fresh-objects.ts').freshObjects
type ImportDump = typeof import('../backup/import-package.ts').importDump
type Move = typeof import('../backup/move-installation.ts').move
type RecordVerification = typeof import('../backup/record-verification.ts').recordVerification
type Rehearse = typeof import('../upgrade/rehearse.ts').rehearse
type Restore = typeof import('../backup/restore-backup.ts').restore
type RotateKeys = typeof import('../keys/rotate-keys.ts').rotateKeys
type TryRedis = typeof import('../inspection/try-redis.ts').tryRedis
type TryStorage = typeof import('../inspection/try-storage.ts').tryStorage
type Upgrade = typeof import('../upgrade/upgrade.ts').upgrade
type Verify = typeof import('../backup/verify-backup.ts').verify
type WithApiKeys = typeof import('../keys/with-api-keys.ts').withApiKeys

/** The options that the caller gives; the parts of the whole engine are added here. */
type CallerOptions<Work extends (wanted: never) => unknown> = Omit<Parameters<Work>[0], keyof WholeEngine>
type WholeEngine = typeof import('../assembly/whole-engine.ts').wholeEngine

const wholeEngine = async () => (await import('../assembly/whole-engine.ts')).wholeEngine

export const openArchive: OpenArchive = (place, name, passphrase) => async () => {
  const { archiveOpener } = await import('../backup/open-archive.ts')
  return archiveOpener(place, name, passphrase)()
}
export const backUp = async (wanted: CallerOptions<BackUp>) =>
  (await import('../backup/create-backup.ts')).backUp({ ...wanted, ...(await wholeEngine()) })
export const move = async (wanted: CallerOptions<Move>) =>
  (await import('../backup/move-installation.ts')).move({ ...wanted, ...(await wholeEngine()) })
export const recordVerification: RecordVerification = async (config, tokens, name) =>
  (await import('../backup/record-verification.ts')).recordVerification(config, tokens, name)
export const rehearse = async (wanted: CallerOptions<Rehearse>) =>
  (await import('../upgrade/rehearse.ts')).rehearse({ ...wanted, ...(await wholeEngine()) })
export const restore = async (wanted: CallerOptions<Restore>) =>
  (await import('../backup/restore-backup.ts')).restore({ ...wanted, ...(await wholeEngine()) })
export const rotateKeys: RotateKeys = async (config) => (await import('../keys/rotate-keys.ts')).rotateKeys(config)
export const upgrade: Upgrade = async (config, project) =>
  (await import('../upgrade/upgrade.ts')).upgrade(config, project)
export const verify = async (wanted: CallerOptions<Verify>) =>
  (await import('../backup/verify-backup.ts')).verify({ ...wanted, ...(await wholeEngine()) })
export const withApiKeys: WithApiKeys = async (asked, work) =>
  (await import('../keys/with-api-keys.ts')).withApiKeys(asked, work)

export const examinationOf: ExaminationOf = async (asked) =>
  (await import('../assembly/examine-or-explain.ts')).examineAndExplain(asked)
export const freshObjects: FreshObjects = async (project, also) =>
  (await import('../inspection/fresh-objects.ts')).freshObjects(project, also)
export const importDump: ImportDump = async (options) =>
  (await import('../backup/import-package.ts')).importDump(options)
export const openMailer = async (...given: Parameters<CreateMailer>) =>
  (await import('../mail/mailer.ts')).createMailer(...given)
export const tryRedis: TryRedis = async (config) => (await import('../inspection/try-redis.ts')).tryRedis(config)
export const tryStorage: TryStorage = async (config) =>
  (await import('../inspection/try-storage.ts')).tryStorage(config)
