import { Placeholder } from '../shell/placeholder.tsx'

export default function RolesRoute() {
  return <Placeholder title="Role Management" text="Role management is not available yet." />
}
