import type { Config } from '../kernel/config/environment-variables.ts'

type Installation = Pick<Config, 'name' | 'siteUrl'>

/** Names an archive by its installation and its time, without suffixes: `mainstreet-agency.example-20261123T030000Z`. */
export const archiveName = (config: Installation, madeAt: string) =>
  `${installationName(config)}-${madeAt.replace(/[-:]|\.\d+/g, '')}`

/** Whether the installation may remove the archive. Names of earlier versions do not tell whose they are, and count as its own. */
export function isOwnArchive(config: Installation, archive: string): boolean {
  const own = installationName(config)
  return (installationOf(config, archive) ?? own) === own
}

/** How archives name an installation: by its address, so that several can share a place of backups. */
const installationName = ({ name, siteUrl }: Installation) =>
  `${name.toLowerCase()}-${new URL(siteUrl).hostname.replace(/[^a-z0-9.-]+/g, '')}`

/** The installation that an archive's name says; undefined for other names, and for those of earlier versions. */
export function installationOf({ name }: Pick<Config, 'name'>, archive: string): string | undefined {
  const maker = parse(archive)?.maker
  return maker === name.toLowerCase() ? undefined : maker
}

/** The time that an archive's name says; undefined for any other name. */
export const madeAt = (archive: string) => parse(archive)?.madeAt

function parse(archive: string): { maker: string; madeAt: Date } | undefined {
  const [, maker, year, month, day, hour, minute, second] =
    /^([^.].*)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.zst(?:\.age)?$/.exec(archive) ?? []
  if (maker === undefined || second === undefined) return undefined
  return { maker, madeAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }
}
