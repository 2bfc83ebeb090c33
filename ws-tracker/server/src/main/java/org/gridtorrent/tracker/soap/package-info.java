/** The WSDL's operations (ws-tracker.wsdl). The one package of the tracker with SOAP types. */
@NullMarked
package org.gridtorrent.tracker.soap;

import org.jspecify.annotations.NullMarked;
