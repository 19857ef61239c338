import { expect, it } from "vitest";
import { DownloadMeter, type LoadProgress } from "../../../src/models/download/load-progress.js";

function meterAt(): { meter: DownloadMeter; reports: LoadProgress[]; pass(ms: number): void } {
  let time = 0;
  const reports: LoadProgress[] = [];
  const meter = new DownloadMeter(
    (progress) => reports.push(progress),
    () => time,
  );
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { meter, reports, pass };
}

it("estimates the time left from the network speed, ignoring stored bytes", () => {
  const { meter, pass } = meterAt();
  meter.setTotal(10_000);
  meter.addStored(5000);
  expect(meter.progress.millisecondsLeft).toBeNull();
  meter.addFetched(100);
  for (let second = 0; second < 3; second++) {
    pass(1000);
    meter.addFetched(1000);
  }
  // 1,900 bytes are left, at about 1,000 per second.
  expect(meter.progress).toMatchObject({ loadedBytes: 8100, totalBytes: 10_000 });
  expect(meter.progress.millisecondsLeft).toBeGreaterThan(1700);
  expect(meter.progress.millisecondsLeft).toBeLessThan(2000);
});

it("follows a change of speed", () => {
  const { meter, pass } = meterAt();
  meter.setTotal(1_000_000);
  for (let second = 0; second < 20; second++) {
    meter.addFetched(10_000);
    pass(1000);
  }
  for (let second = 0; second < 20; second++) {
    meter.addFetched(1000);
    pass(1000);
  }
  const left = (1_000_000 - 220_000) / 1000;
  expect(meter.progress.millisecondsLeft).toBeCloseTo(left * 1000, -4);
});

it("subtracts lost bytes", () => {
  const { meter } = meterAt();
  meter.setTotal(100);
  meter.addFetched(60);
  meter.addFetched(-60);
  expect(meter.progress.loadedBytes).toBe(0);
});

it("does not report every byte", () => {
  const { meter, reports, pass } = meterAt();
  for (let piece = 0; piece < 1000; piece++) {
    meter.addFetched(1);
    pass(1);
  }
  expect(reports.length).toBeGreaterThan(5);
  expect(reports.length).toBeLessThan(20);
});
