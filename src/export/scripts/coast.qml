<qgis version="3.22" styleCategories="Symbology">
 <renderer-v2 type="singleSymbol" symbollevels="0" enableorderby="0" forceraster="0" referencescale="-1">
  <symbols>
   <symbol type="fill" name="0" alpha="1" clip_to_extent="1" force_rhr="0">
    <layer class="SimpleFill" enabled="1" pass="0" locked="0">
     <Option type="Map">
      <Option type="QString" name="color" value="0,0,0,0"/>
      <Option type="QString" name="style" value="no"/>
      <Option type="QString" name="outline_color" value="30,80,120,255"/>
      <Option type="QString" name="outline_width" value="0.35"/>
      <Option type="QString" name="outline_width_unit" value="MM"/>
      <Option type="QString" name="outline_style" value="solid"/>
     </Option>
     <prop k="color" v="0,0,0,0"/>
     <prop k="style" v="no"/>
     <prop k="outline_color" v="30,80,120,255"/>
     <prop k="outline_width" v="0.35"/>
     <prop k="outline_width_unit" v="MM"/>
     <prop k="outline_style" v="solid"/>
    </layer>
   </symbol>
  </symbols>
 </renderer-v2>
 <blendMode>0</blendMode>
 <featureBlendMode>0</featureBlendMode>
 <layerGeometryType>2</layerGeometryType>
</qgis>
