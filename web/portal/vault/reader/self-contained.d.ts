/** The whole text of a self-contained page (web/scripts/self-contained-pages.ts). */
declare module '*.html?self-contained' {
  const page: string
  export default page
}
