export default function ProfileRoute() {
  return <p>Profile Settings</p>
}
