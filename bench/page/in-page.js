// Runs in the page before the page's own scripts, and records what the browser reports.
(() => {
  const CLICK = "fieldhouse-bench-click";
  /** A click may open another document, whose clock starts later. */
  const clickBefore = Number(sessionStorage.getItem(CLICK) ?? Number.NaN) - performance.timeOrigin;
  const seen = {
    largestPaintMs: 0,
    layoutShift: 0,
    clickedMs: Number.isNaN(clickBefore) ? null : clickBefore,
    firstFrameMs: null,
    hadPlayed: false,
  };
  const watched = new WeakSet();
  globalThis.fieldhouseBench = seen;

  /** Milliseconds from the seek until a frame from there is shown. */
  globalThis.fieldhouseSeek = (atS) => {
    const video = document.querySelector("video:not([loop])");
    const askedMs = performance.now();
    return new Promise((resolve) => {
      function awaitPicture(_now, { mediaTime, expectedDisplayTime }) {
        // Frames from before the seek may still be on their way to the screen.
        if (Math.abs(mediaTime - atS) < 0.5) resolve(expectedDisplayTime - askedMs);
        else video.requestVideoFrameCallback(awaitPicture);
      }
      video.requestVideoFrameCallback(awaitPicture);
      video.currentTime = atS;
    });
  };

  function observe(type, note) {
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  }
  observe("largest-contentful-paint", (paint) => {
    seen.largestPaintMs = paint.startTime;
  });
  // The sum of all shifts; browsers report only the worst five seconds.
  observe("layout-shift", (shift) => {
    if (!shift.hadRecentInput) seen.layoutShift += shift.value;
  });

  function noteClick(event) {
    seen.clickedMs = event.timeStamp;
    seen.firstFrameMs = null;
    seen.hadPlayed = [...document.querySelectorAll("video")].some((video) => !video.loop && video.played.length > 0);
    sessionStorage.setItem(CLICK, String(performance.timeOrigin + event.timeStamp));
  }
  addEventListener("click", noteClick, { capture: true });

  /** Every decoded image, with the time. */
  const pictures = [];
  function notePicture({ target }) {
    if (!(target instanceof HTMLImageElement)) return;
    const note = () => pictures.push({ element: target, atMs: performance.now() });
    target.decode().then(note, () => undefined);
  }
  // An image's load event does not bubble, and never reaches the window.
  document.addEventListener("load", notePicture, { capture: true });

  /** Milliseconds from the click until a matching image was decoded; null until then. */
  globalThis.fieldhousePicture = (selector) => {
    const { clickedMs } = seen;
    const found = pictures.find(
      ({ element, atMs }) => clickedMs !== null && atMs > clickedMs && element.matches(selector),
    );
    return found ? found.atMs - clickedMs : null;
  };

  /** Previews on cards and banners loop; the video to watch does not. */
  function awaitFrame(video) {
    video.requestVideoFrameCallback((_now, frame) => {
      if (seen.clickedMs !== null && !video.loop) seen.firstFrameMs ??= frame.expectedDisplayTime;
      if (seen.firstFrameMs === null) awaitFrame(video);
    });
  }
  function watch(video) {
    if (watched.has(video)) return;
    watched.add(video);
    awaitFrame(video);
  }
  function findVideos(node) {
    if (node instanceof HTMLVideoElement) watch(node);
    else if (node instanceof Element) node.querySelectorAll("video").forEach(watch);
  }
  const observer = new MutationObserver((changes) => {
    for (const change of changes) change.addedNodes.forEach(findVideos);
  });
  observer.observe(document, { childList: true, subtree: true });
})();
