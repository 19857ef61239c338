/** A style sheet as text, for constructable style sheets. */
declare module "*.css?inline" {
  const text: string;
  // The bundler gives it so.
  export default text;
}
