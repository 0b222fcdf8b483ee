import { useWatch } from 'react-hook-form'
import { SelectField } from '../../ui/select-field.tsx'
import { type Role, roleDescriptions } from '../me/role.ts'

/** The role of a new person, with what it may do. */
export function RoleField({ roles }: { roles: readonly Role[] }) {
  const role = useWatch<{ role: Role }, 'role'>({ name: 'role' })
  return <SelectField name="role" label="Role" options={roles} hint={roleDescriptions[role]} />
}
