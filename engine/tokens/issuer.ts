import type { Config } from '../kernel/config/environment-variables.ts'

/** The issuer (`iss`) in user tokens. */
export const issuerOf = ({ apiUrl }: Pick<Config, 'apiUrl'>, { jwt_issuer }: { jwt_issuer?: string | undefined }) =>
  jwt_issuer || `${apiUrl}/auth/v1`
