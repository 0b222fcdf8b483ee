export default function NotFoundRoute() {
  return <p>Page Not Found</p>
}
