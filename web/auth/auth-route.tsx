export default function AuthRoute() {
  return <p>Sign In</p>
}
