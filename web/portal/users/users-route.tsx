export default function UsersRoute() {
  return <p>User Management</p>
}
