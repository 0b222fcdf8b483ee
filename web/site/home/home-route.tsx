export default function HomeRoute() {
  return <p>Website, Marketing, and AI Solutions for Local Businesses</p>
}
