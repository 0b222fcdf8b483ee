import type { Role } from '../me/role.ts'

/** Roles to choose one of. */
export const RoleOptions = ({ roles }: { roles: readonly Role[] }) =>
  roles.map((role) => (
    <option key={role} value={role}>
      {role}
    </option>
  ))
