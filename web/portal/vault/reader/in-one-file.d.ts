/** The whole text of a self-contained page (web/scripts/in-one-file.ts). */
declare module '*.html?in-one-file' {
  const page: string
  export default page
}
