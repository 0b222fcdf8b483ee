import type { Role } from '../me/role.ts'
import { rolesToGive } from './user.ts'

/** The roles that somebody who holds these may give, to choose one of. */
export const RoleOptions = ({ held }: { held: readonly Role[] }) =>
  rolesToGive(held).map((role) => (
    <option key={role} value={role}>
      {role}
    </option>
  ))
