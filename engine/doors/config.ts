/** Everything that describes an installation: its settings, its project and its keys. */

export { loadProject, type Project } from '../assembly/config-toml.ts'
export { mistypedVariables, variableNames } from '../assembly/mistyped-variables.ts'
export { parseBackupAddress } from '../kernel/config/backup-address.ts'
export { type Config, ConfigError, parseConfig } from '../kernel/config/environment-variables.ts'
export { ownUrlOf } from '../kernel/config/own-url.ts'
export { withoutPassword } from '../kernel/config/postgres-url.ts'
export { keysFileOf, openTokens } from '../tokens/open-tokens.ts'
