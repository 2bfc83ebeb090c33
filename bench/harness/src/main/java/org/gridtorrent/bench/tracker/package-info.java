/**
 * A site's tracker in a process of its own, and what asks it: machines over SOAP, strangers over HTTP and
 * UDP. Those who ask are lean, so that they take little of the processors that they share with it.
 */
@NullMarked
package org.gridtorrent.bench.tracker;

import org.jspecify.annotations.NullMarked;
