import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { encodeLink } from "../../share/link.ts";
import { Dialog } from "../kit/Dialog.tsx";
import { documentStore } from "../state/document.ts";
import { settings } from "../state/settings.ts";
import "./ShareDialog.css";

/** Chat programs and mail readers cut longer links. */
const LONG_LINK_CHARS = 2000;

export function ShareDialog() {
  const { name, code } = useStore(documentStore);
  const { device, float64 } = useStore(settings);
  const [copied, setCopied] = useState<"no" | "yes" | "refused">("no");
  const link = useMemo(
    () => `${location.href.replace(/#.*$/, "")}#${encodeLink({ name, code, device, float64 })}`,
    [name, code, device, float64],
  );
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("yes");
    } catch (error) {
      console.warn("the clipboard was refused", error);
      setCopied("refused");
    }
  };
  return (
    <Dialog title="Share">
      <p>
        The link holds the whole program: nothing is stored on a server. Whoever opens it sees the code and
        presses Run.
      </p>
      <div className="share-row">
        <input readOnly aria-label="Link" value={link} onFocus={(event) => event.target.select()} />
        <button type="button" className="button filled" onClick={() => void copy()}>
          Copy link
        </button>
      </div>
      <p role="status" className="share-status">
        {copied === "yes" && "Copied. "}
        {copied === "refused" && "The browser did not allow copying: select the link and copy it. "}
        {link.length.toLocaleString("en")} characters
        {link.length > LONG_LINK_CHARS &&
          ": some programs cut links this long. Sending the file (Download the script) is safer."}
      </p>
    </Dialog>
  );
}
