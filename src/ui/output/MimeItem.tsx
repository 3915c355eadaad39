import type { MimeBundle } from "../../session/messages.ts";

/** Fallback height of a table before its frame has told its own. */
const FRAME_HEIGHT_PX = 240;

/** One rich output: the richest form that can be shown safely. Images are images; HTML lives in a frame without scripts. */
export function MimeItem({ data }: { readonly data: MimeBundle }) {
  const png = data["image/png"];
  if (png !== undefined)
    return (
      <img className="figure" src={`data:image/png;base64,${png}`} alt={data["text/plain"] ?? "Figure"} />
    );
  const svg = data["image/svg+xml"];
  if (svg !== undefined) {
    return (
      <img
        className="figure"
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
        alt={data["text/plain"] ?? "Figure"}
      />
    );
  }
  const html = data["text/html"];
  if (html !== undefined) return <HtmlFrame html={html} text={data["text/plain"] ?? ""} />;
  return <pre className="stream">{data["text/plain"] ?? ""}</pre>;
}

/** `sandbox` without any allowance: no scripts, no forms, no access to the page. */
function HtmlFrame({ html, text }: { readonly html: string; readonly text: string }) {
  const rows = (html.match(/<tr/g) ?? []).length;
  const height = rows > 0 ? Math.min(420, 24 + rows * 26) : FRAME_HEIGHT_PX;
  const style = getComputedStyle(document.documentElement);
  const page = `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>body{margin:0;font:13px system-ui,sans-serif;color:${style.getPropertyValue("--text")};background:${style.getPropertyValue("--surface")}}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:3px 10px;border:0;border-bottom:1px solid ${style.getPropertyValue("--border")};text-align:right}
thead th{position:sticky;top:0;background:${style.getPropertyValue("--surface")}}</style>${html}`;
  return (
    <iframe
      className="html-frame"
      sandbox=""
      srcDoc={page}
      title={text.slice(0, 80) || "Table"}
      style={{ height }}
    />
  );
}
