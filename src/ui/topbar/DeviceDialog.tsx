import { useStore } from "zustand";
import { Dialog } from "../kit/Dialog.tsx";
import { runStore } from "../state/run.ts";
import { settings } from "../state/settings.ts";
import "./DeviceDialog.css";

const DEVICES = [
  {
    value: "auto",
    label: "Choose for me",
    text: "the GPU; the CPU device where the browser has only a software GPU, which is slower",
  },
  { value: "gpu", label: "GPU", text: "WebGPU, whatever it runs on" },
  {
    value: "cpu",
    label: "CPU device",
    text: "the same kernels as WebAssembly; float64 and int64 are native there",
  },
] as const;
const FLOAT64 = [
  {
    value: "auto",
    label: "Auto",
    text: "exact wherever a float64 or an integer comes out; float32 where only float32 does, with a notice",
  },
  { value: "exact", label: "Exact", text: "everything as Numba types it; slow on a GPU" },
  { value: "fast", label: "Fast", text: "everything in float32, with a notice" },
] as const;

/** Which device runs the kernels, how float64 is computed, and what the device can do. */
export function DeviceDialog() {
  const { device, float64 } = useStore(settings);
  const { deviceName, deviceReason, deviceLimits } = useStore(runStore);
  return (
    <Dialog title="Device">
      <p>
        {deviceName ?? "No device yet: Python is still loading."}
        {deviceReason && <span className="reason"> ({deviceReason})</span>}
      </p>
      <Choice
        legend="Run kernels on"
        name="device"
        options={DEVICES}
        value={device}
        onChange={(value) => settings.setState({ device: value })}
      />
      <Choice
        legend="float64"
        name="float64"
        options={FLOAT64}
        value={float64}
        onChange={(value) => settings.setState({ float64: value })}
      />
      {Object.keys(deviceLimits).length > 0 && (
        <table className="limits">
          <caption>Limits of this device</caption>
          <tbody>
            {Object.entries(deviceLimits).map(([name, value]) => (
              <tr key={name}>
                <th scope="row">{limitWords(name)}</th>
                <td>{value.toLocaleString("en")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}

interface ChoiceProps<T extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly text: string }[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ legend, name, value, options, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className="choice">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <strong>{option.label}</strong> <span className="choice-text">{option.text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** "maxComputeWorkgroupSizeX" reads as "max compute workgroup size X". */
function limitWords(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/ ([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`);
}
