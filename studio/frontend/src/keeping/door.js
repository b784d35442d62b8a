// The studio's own small door for what is typed: past Streamlit, whose script may be busy or gone.
const KEEPALIVE_BYTES = 60_000; // what browsers let a closing page still send

/**
 * Send a message. Answers what the studio made of it, or says why it was not taken:
 * `refused` is for good, anything else may be tried again.
 */
export async function send({ address, token }, message, { leaving = false } = {}) {
  const { at: _, ...said } = message;
  const body = JSON.stringify(said);
  let response;
  try {
    response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", "x-townwright-token": token },
      body,
      keepalive: leaving && body.length * 3 < KEEPALIVE_BYTES,
    });
    const answer = await response.json();
    if (response.ok) return answer;
    return { kept: false, refused: response.status === 404 || response.status === 413 || response.status === 422, error: answer.error };
  } catch (error) {
    if (error instanceof TypeError) return { kept: false }; // nobody there
    if (error instanceof SyntaxError) return { kept: false, missing: response?.status === 404 || response?.status === 405 };
    throw error;
  }
}
