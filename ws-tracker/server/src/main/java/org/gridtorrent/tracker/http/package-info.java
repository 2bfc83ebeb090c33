/** What Jetty's listeners for tracker, announces and pages have in common. */
@NullMarked
package org.gridtorrent.tracker.http;

import org.jspecify.annotations.NullMarked;
