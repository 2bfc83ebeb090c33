/** Mail from the site: to which server, in which words, and the thread that sends it. */
@NullMarked
package org.gridtorrent.ccm.mail;

import org.jspecify.annotations.NullMarked;
