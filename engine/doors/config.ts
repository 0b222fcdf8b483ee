/** What an installation is, as its environment and its files say it: settings, project and keys. */
export { mistypedVariables, variableNames } from '../assembly/known-variables.ts'
export { loadProject, type Project } from '../assembly/supabase-project.ts'
export { type Config, ConfigError, parseConfig } from '../kernel/config/config.ts'
export { ownUrlOf } from '../kernel/config/own-url.ts'
export { keysFileOf, openTokens } from '../tokens/open-tokens.ts'
