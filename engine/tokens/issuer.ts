import type { Config } from '../kernel/config/config.ts'

/** What people's tokens say of who issued them. */
export const issuerOf = ({ apiUrl }: Pick<Config, 'apiUrl'>, { jwt_issuer }: { jwt_issuer?: string | undefined }) =>
  jwt_issuer || `${apiUrl}/auth/v1`
