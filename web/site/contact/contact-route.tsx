export default function ContactRoute() {
  return <p>Contact</p>
}
