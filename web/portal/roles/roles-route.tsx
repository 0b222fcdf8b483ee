export default function RolesRoute() {
  return <p>Role Management</p>
}
